import { z } from 'zod'

/** Fields that the tools on lists share. */

/** No address is longer. A text in an unknown format is compared too. */
export const anyAddress = () =>
  z
    .string()
    .trim()
    .min(6, { error: 'must be an address' })
    .max(128)
    .regex(/^[\x21-\x7e]+$/, { error: 'must be an address: letters and digits without spaces' })

export const ListShape = z.object({
  list: z.string().describe('ofac, un, uk or eu.'),
  title: z.string().describe('Name of the list.'),
  publishedDate: z.string().nullable().describe('Date of the list, by its publisher, YYYY-MM-DD.'),
  fetchedIso: z.string().describe('When its publisher last confirmed that there is no newer one.'),
  entries: z.int().describe('Number of entries on the list.'),
})

export const NOTICE =
  'No list is proof of innocence: it does not say who owns or controls an address, ' +
  'and nothing about linked addresses and parties, other lists, or later entries.'

export const NAME_NOTICE =
  'A name is not a person: compare birth dates, countries and numbers before you act on a match. ' +
  'That these lists have no match is not a proof of innocence.'
