import type { Cheerio, CheerioAPI } from 'cheerio'
import { z } from 'zod'
import { selectedTags } from '../../../../engines/html/selector.ts'
import type { Tag } from '../../../../engines/html/tags.ts'
import { assertParsable } from '../../../../engines/html/input-bounds.ts'

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

/** The caller's HTML, parsed as browsers do. */
export async function parsedHtml(html: string): Promise<CheerioAPI> {
  assertParsable(html)
  const { load } = await import('cheerio')
  return load(html)
}

/** The elements that a caller's selector matches, as an object of the library. */
export const selected = ($: CheerioAPI, selector: string): Cheerio<Tag> =>
  $(selectedTags($, selector) as Tag[])
