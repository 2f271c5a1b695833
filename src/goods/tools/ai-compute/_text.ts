import { z } from 'zod'
import { badInput } from '../../../base/core/fault.ts'
import { usd, usdOf, type Dollars, type Usd } from '../../../base/core/money.ts'
import { webUrl } from '../../../base/lib/web-url.ts'
import type { Documents } from '../../../capabilities/llm/documents.ts'

/** Characters that one price pays for. */
export const LENGTH_PER_PRICE = 50_000
const LENGTH_MAX = 200_000

/** A text, or the address of a page or PDF. */
export const textOrUrl = {
  text: z
    .string()
    .min(1)
    .max(LENGTH_MAX)
    .optional()
    .describe(
      'The text, at most 200,000 characters; each further 50,000 characters cost the price again.',
    ),
  url: webUrl().optional().describe('URL of the page or PDF to read; give either `text` or `url`.'),
}

interface TextOrUrl {
  readonly text?: string | undefined
  readonly url?: string | undefined
}

/** What a call costs: the price for each 50,000 characters that are sent. */
export const priceByLength = (price: Dollars) => ({
  from: price,
  quote: ({ text = '' }: TextOrUrl): Usd =>
    usdOf(usd(price) * Math.max(1, Math.ceil(text.length / LENGTH_PER_PRICE))),
})

/** The text to read: of a page, as much as the price pays for. */
export async function readText({ text, url }: TextOrUrl, documents: Documents) {
  if ((text === undefined) === (url === undefined)) throw badInput('text: give either text or url.')
  if (text !== undefined) return { text, isCut: false }
  const read = await documents.read(url ?? '')
  return { text: read.text.slice(0, LENGTH_PER_PRICE), isCut: read.text.length > LENGTH_PER_PRICE }
}

export const cutField = z
  .boolean()
  .describe('Whether the page was longer than the 50,000 characters that were read.')
