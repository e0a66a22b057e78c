import { join } from "node:path";
import { expectedLogins } from "../../../trace-corpus/ninth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";

describeBlindSet({
  name: "ninth",
  folder: join(import.meta.dirname, "../../../trace-corpus/ninth"),
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});
