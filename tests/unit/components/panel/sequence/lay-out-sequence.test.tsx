import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutSequence } from "../../../../../components/panel/sequence/lay-out-sequence.ts";
import type { TranscriptLine } from "../../../../../lib/runs/describe-steps.ts";

const ids = ["browser", "page", "tenant", "api"] as const;
const columns = ids.map((id) => ({ id, name: id }));

const anyLine: fc.Arbitrary<TranscriptLine> = fc.record({
  id: fc.nat(),
  at: fc.nat(),
  title: fc.string({ maxLength: 200 }),
  outcome: fc.constantFrom("done", "failed", "waiting"),
  from: fc.constantFrom(...ids),
  to: fc.constantFrom(...ids),
  response: fc.string({ maxLength: 200 }),
  facts: fc.constant([]),
});

/** The width of a character, in percent of the smallest width. */
const characterPercent = (100 * 5.7) / 376;

test("keeps each label between the times and the edge at the smallest width", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 5 }), (lines) => {
      for (const { arrows } of layOutSequence(lines, columns).rows) {
        for (const { label } of arrows) {
          const width = label.text.length * characterPercent;
          const before = { start: 0, middle: width / 2, end: width }[label.anchor];
          expect(label.x - before).toBeGreaterThanOrEqual(14.9);
          expect(label.x - before + width).toBeLessThanOrEqual(100.1);
        }
      }
    }),
  );
});

test("stacks the rows without overlap", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 9 }), (lines) => {
      const { rows, height } = layOutSequence(lines, columns);
      for (const [index, row] of rows.entries()) {
        expect(row.y + row.height).toBeLessThanOrEqual(rows[index + 1]?.y ?? height);
      }
    }),
  );
});
