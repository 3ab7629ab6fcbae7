// A bot that crosses where it skips the fewest cells, two at most.
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, type, legal, sheets, seat } = JSON.parse(line);
  const answer = { id };
  if (type === "decide") {
    const { ahead } = sheets[seat - 1];
    const skips = (move) => ahead[move[0]]?.indexOf(Number(move.slice(1))) ?? 2;
    answer.decision = legal.sort((one, other) => skips(one) - skips(other))[0];
  }
  if (id) console.log(JSON.stringify(answer)); // without one nobody waits for an answer
}
