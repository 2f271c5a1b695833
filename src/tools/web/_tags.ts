import type { CheerioAPI } from 'cheerio'

/** An element, as the parser has it. */
export type Tag = ReturnType<typeof linksOf>[number]

const linksOf = ($: CheerioAPI) => $('a').toArray()

export const tagsOf = ($: CheerioAPI, selector = '*'): Tag[] => $<Tag, string>(selector).toArray()
