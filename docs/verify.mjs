// Verifies the dice of a record: node docs/verify.mjs FILE [--faces 8]
// A second reading of docs/fair-dice.md, written apart from the Python one. It looks at the
// dice that a roll shows; whether the moves are legal is what `rowlock check` tells.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

function leave(sentence) {
  console.error(`verify: ${sentence}`);
  process.exit(1);
}
const [file, option = "--faces", faces = "6", ...more] = process.argv.slice(2);
if (!file || option !== "--faces" || !/^[2-9]$/.test(faces) || more.length)
  leave("expected a record and perhaps the faces of its dice: verify.mjs FILE [--faces 8]");
let text = "";
try { text = readFileSync(file, "utf8"); } catch (error) { leave(error.message); }

// The record: comments from ; to the end of the line, tags such as [Seats "2"], then words.
// What is none of these, or stands twice, might be read in two ways: it is refused.
const token = RegExp([String.raw`_+|/|;[^\n]*`, String.raw`([-\w.?*#~>]+)`,
  String.raw`\[_*([A-Za-z][A-Za-z0-9]*(?:_+[1-9])?)_*"((?:[^"\\\n]|\\["\\])*)"_*\]`, "([^])",
].join("|").replace(/_/g, "[ \\t-\\r]"), "g");
const printed = /^([^\p{C}\p{Z}]|[ \u200c\u200d])*$/u; // with what joins letters and emoji
const tags = Object.create(null), words = [];
for (const [all, word, named, value, junk] of text.replace(/^\ufeff/, "").matchAll(token)) {
  const name = named?.replace(/\s+/, " ");
  if (junk || (name && (words.length || name in tags || !printed.test(value))))
    leave(`${file}: expected each tag once, and then turns, found ${all.replace(/[^ -~]/g, "?")}`);
  if (name) tags[name] = value;
  if (word) words.push(word);
}
function tag(name, pattern) {
  if (!pattern.test(tags[name] ?? " "))
    leave(`${file}: expected a tag [${name}] that fits ${pattern}, found ${tags[name] ?? "none"}`);
  return tags[name];
}
tag("Dice", /^server$/); // real dice cannot be verified
const table = tag("Table", /^[\w-]{1,64}$/);
const seats = Number(tag("Seats", /^[1-8]$/));
const mix = tag("Mix", RegExp(`^[\\w-]{0,64}(,[\\w-]{0,64}){${seats - 1}}$`));
const promised = tag("Commitment", /^[0-9a-f]{64}$/);
const seed = Buffer.from(tag("ServerSeed", /^[0-9a-f]{64}$/), "hex"); // told after the game
const given = createHash("sha256").update(seed).digest("hex");
if (given !== promised) leave(`${file}: the seed gives ${given}, promised was ${promised}`);

// Only people give seeds. A record that has one must say who is a person: else whoever runs the
// server could try any number of seeds at the seat of a bot.
const seeds = mix.split(","), mixed = seeds.flatMap((own, i) => own ? [i + 1] : []);
const codes = RegExp(`^\\S+( \\S+){${seats - 1}}$`);
const players = mixed.length ? tag("Players", codes).split(" ") : [];
for (const seat of mixed)
  if (players[seat - 1] !== "you")
    leave(`${file}: seat ${seat} is a bot's (${players[seat - 1]}), and bots give no seeds`);
const hex = "([0-9a-f]{64})?", before = "SeedCommitments" in tags; // older records have none
if (before) tag("SeedCommitments", RegExp(`^${hex}(,${hex}){${seats - 1}}$`));
seeds.forEach((own, i) => {
  const fits = own && createHash("sha256").update(own).digest("hex");
  const said = before ? tags.SeedCommitments.split(",")[i] : fits;
  const both = `gives ${fits || "none"}, promised was ${said || "none"}`;
  if (said !== fits) leave(`${file}: the seed of seat ${i + 1} ${both}`);
});

function* bytes(n) {
  for (let k = 0; ; k++)
    yield* createHmac("sha256", seed).update(`${table}\n${mix}\n${n}\n${k}`).digest();
}
function draw(stream, most) { // 1 to most; a byte too high to be fair is skipped
  let byte;
  do byte = stream.next().value; while (byte >= 256 - 256 % most);
  return byte % most + 1;
}
const [lot, first] = [draw(bytes(0), seats), Number(tags.First ?? 1)];
if ("Lot" in tags && tag("Lot", /^yes$/) && lot !== first)
  leave(`${file}: the lot gives seat ${lot}, the record says seat ${first}`);
const rolls = words.flatMap((word, i) => /^\d+\.$/.test(word) ? [[word, words[i + 2] ?? ""]] : []);
rolls.forEach(([number, shown], i) => {
  const stream = bytes(i + 1);
  const dice = ["", "", "r", "y", "g", "b"].map((colour) => colour + draw(stream, Number(faces)));
  const roll = dice.filter((die) => die.length === 1 || shown.includes(die[0])).join("");
  if (number !== `${i + 1}.` || roll !== shown)
    leave(`${file}: turn ${i + 1}: dice of ${faces} faces give ${roll}, found ${number} ${shown}`);
});
const checked = `${rolls.length} rolls${"Lot" in tags ? " and the lot for the first seat" : ""}`;
const people = mixed.map((seat) => `seat ${seat}`).join(", ");
const how = `${before ? "" : "not "}promised beforehand`;
const mixing = people ? `seeds of ${people}, ${how}` : "nobody but the server gave a seed";
console.log(`${file}: fair dice: ${checked} checked, commitment ${promised}; ${mixing}.`);
