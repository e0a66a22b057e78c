import { join } from "node:path";
import { expectedLogins } from "../../../trace-corpus/tenth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";

describeBlindSet({
  name: "tenth",
  folder: join(import.meta.dirname, "../../../trace-corpus/tenth"),
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});
