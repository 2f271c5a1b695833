import type { CheerioAPI } from 'cheerio'

const PROPERTIES_MAX = 100
const VALUE_CHARACTERS_MAX = 2_000

/** Reads Open Graph or Twitter properties: names without prefix, the first value of each. */
export function cardOf($: CheerioAPI, prefix: 'og' | 'twitter'): Record<string, string> {
  const found = new Map<string, string>()
  for (const tag of $(`meta[property^="${prefix}:" i], meta[name^="${prefix}:" i]`).toArray()) {
    if (found.size === PROPERTIES_MAX) break
    const names = [$(tag).attr('property'), $(tag).attr('name')]
    const name = names.find((one) => one?.toLowerCase().startsWith(`${prefix}:`)) ?? ''
    const key = name.slice(prefix.length + 1, 100).trim()
    const value = ($(tag).attr('content') ?? '').trim().slice(0, VALUE_CHARACTERS_MAX)
    if (key !== '' && value !== '' && !found.has(key)) found.set(key, value.toWellFormed())
  }
  return Object.fromEntries(found)
}
