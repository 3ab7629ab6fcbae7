/** Which lesson a variant gets: the common game, what it does otherwise, or both. */
import type { BadgeShown, PrintedPage, VariantShown } from "../wire/messages";
import { basics } from "./basics";
import type { Step } from "./steps";
import { twists } from "./twists";

/** A step, and the sheet and dice that it is shown with. */
export interface Part {
  step: Step;
  page: PrintedPage;
  faces: number;
  badges: readonly BadgeShown[];
}

export interface Lesson {
  basics: Part[];
  twists: Part[];
  /** Another variant that is played in the very same way, for people to know it by. */
  like: VariantShown | null;
}

function on(variant: VariantShown, steps: Step[]): Part[] {
  const { faces, badges } = variant;
  return steps.map((step) => ({ step, page: variant.pages[0]!, faces, badges }));
}

/** `variants` are all that are known, in their order; the basics are shown on the plainest. */
export function lessonOf(variant: VariantShown, variants: readonly VariantShown[]): Lesson {
  const own = twists(variant);
  const plain = variants.find((other) => twists(other).length === 0) ?? variant;
  const common = own.length ? plain : variant;
  return {
    basics: on(common, basics(common.pages[0]!, common.faces)),
    twists: on(variant, own),
    like: own.length || plain.key === variant.key ? null : plain,
  };
}

/** Is there something to be said or chosen before the lesson begins? */
export function needsIntroduction(lesson: Lesson): boolean {
  return lesson.twists.length > 0 || lesson.like !== null;
}
