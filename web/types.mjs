// Reads the JSON Schema of web/schema.py from its input and prints it as TypeScript: one
// exported type a definition, named as there.
import { text } from "node:stream/consumers";
import { compile } from "json-schema-to-typescript";

const banner = `// Made by \`make page\`, from the types of the server; do not change it here.
// By hand: .venv/bin/python web/schema.py | .venv/bin/node web/types.mjs > web/src/wire/messages.ts`;

/** What the compiler needs to be told otherwise than pydantic tells it. */
function adapted(schema) {
    if (Array.isArray(schema)) return schema.map(adapted);
    if (schema === null || typeof schema !== "object") return schema;
    if (schema.$ref) return { $ref: schema.$ref }; // with more beside it, it would become a copy
    const { title, prefixItems, propertyNames, discriminator, ...rest } = schema;
    if (prefixItems) return { ...rest, items: prefixItems.map(adapted) }; // a tuple, of old
    if (propertyNames?.enum) {
        const value = adapted(schema.additionalProperties);
        const properties = Object.fromEntries(propertyNames.enum.map((name) => [name, value]));
        const required = propertyNames.enum;
        return { type: "object", properties, required, additionalProperties: false };
    }
    if (rest.type === "array") {
        const { minItems, maxItems, ...array } = rest; // else each length would be a type of its own
        return { ...array, items: adapted(rest.items) };
    }
    return Object.fromEntries(
        Object.entries(rest).map(([key, part]) => [
            key,
            key === "properties" ? mapped(part, adapted) : adapted(part),
        ]),
    );
}

/** An object with every value changed, so that its keys are never taken for those of a schema. */
function mapped(object, change) {
    return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

const schema = JSON.parse(await text(process.stdin));
const names = Object.keys(schema.$defs);
const definitions = Object.fromEntries(
    names.map((name) => [name, { title: name, ...adapted(schema.$defs[name]) }]),
);
const everything = {
    $defs: definitions,
    oneOf: names.map((name) => ({ $ref: `#/$defs/${name}` })),
};
const compiled = await compile(everything, "Everything", {
    additionalProperties: false, // nothing comes that is not described
    bannerComment: banner,
    style: { printWidth: 100 },
});
const types = compiled.replace(/^export type Everything =[^;]*;\n+/m, ""); // only there to reach all

const exported = [...types.matchAll(/^export (?:type|interface) (\w+)/gm)].map((found) => found[1]);
const wrong = [
    ...exported.filter((name) => !names.includes(name)),
    ...names.filter((name) => !exported.includes(name)),
    ...(types.includes("[k: string]: unknown") ? ["[k: string]: unknown"] : []),
];
if (wrong.length > 0) {
    console.error(`These types did not come out as they are named: ${wrong.join(", ")}`);
    process.exit(1);
}
const { bots } = JSON.parse(schema.$comment);
const known = Object.entries(bots).map(([code, bot]) => `  ${code}: ${JSON.stringify(bot)},\n`);
process.stdout.write(
    `${types}\n/** The bots by their codes: what they are called, what people are told of them, and their faces. */\n` +
        `export const BOTS: Readonly<Record<string, { name: string; says: Words | null; face: string }>> = ` +
        `{\n${known.join("")}};\n`,
);
