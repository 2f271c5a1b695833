import { plain } from '../../engines/language/words.ts'

/** The text of a page as reports keep it, and the sentences of it that address a model. */

const TEXT_MAX = 60_000

/** The plain text of an article; quotes are checked against it. */
export const sourceText = (markdown: string): string =>
  plain(markdown)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, TEXT_MAX)
    .toWellFormed()

/** Words that address a model and not a reader. */
const INSTRUCTIONS =
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instruct\w*|prompts?|rules|above|previous|prior)\b|\byou (?:must|should|will) now\b|\bsystem prompt\b|\bas an ai\b|\b(?:assistant|system|user)\s*:|\bnew instructions?\b|\b(?:write|say|answer|respond|reply|output|include|add)\b.{0,40}\b(?:in your (?:answer|report|summary|reply)|instead)\b/i

export const instructsModel = (text: string): boolean => INSTRUCTIONS.test(text)
