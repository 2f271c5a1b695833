import { load, type CheerioAPI } from 'cheerio'
import { assertShallow } from '../_depth.ts'

/**
 * A page of the web, for whose size its site answers, without what is not for reading. Costs a
 * library: only for threads.
 */
export function parsedPage(html: string): CheerioAPI {
  return load(assertShallow(html))
}
