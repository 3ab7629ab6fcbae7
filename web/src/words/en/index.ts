import { common } from "./common";
import { learn } from "./learn";
import { replay } from "./replay";
import { start } from "./start";
import { table } from "./table";

export const en = { ...common, ...table, ...start, ...learn, ...replay };
