import type { CheerioAPI } from 'cheerio'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { assertParsable } from './_bounds.ts'

const CHARACTERS_MAX = 2_000_000
const SELECTOR_CHARACTERS_MAX = 1_000

export const html = () =>
  z.string().max(CHARACTERS_MAX).describe('The HTML, at most 2,000,000 characters.')

export const selector = () =>
  z
    .string()
    .min(1)
    .max(SELECTOR_CHARACTERS_MAX)
    .describe('A CSS selector, at most 1,000 characters.')

/** What a caller sent, parsed as browsers would. */
export async function parsedHtml(html: string): Promise<CheerioAPI> {
  assertParsable(html)
  const { load } = await import('cheerio')
  return load(html)
}

type Selection = ReturnType<CheerioAPI>

/** What a caller's selector picks; never markup, whatever it looks like. */
export function selected($: CheerioAPI, selector: string): Selection {
  try {
    if (!selector.trimStart().startsWith('<')) return $.root().find(selector)
  } catch {
    // Told below, as for markup.
  }
  throw badInput('selector: must be a CSS selector such as "ul > li.item", without ::parts')
}
