import { z } from 'zod'

/** Fields that the tools on lists share. */

/** No address is longer; what is none is still compared. */
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
  publishedDate: z
    .string()
    .nullable()
    .describe('Of what day the list says that it is, YYYY-MM-DD.'),
  fetchedIso: z.string().describe('When its publisher last said that there is no newer one.'),
  entries: z.int().describe('Entries on the list.'),
})

export const NOTICE =
  'No list is proof of innocence: it says nothing of who owns or controls an address, of ' +
  'addresses and parties linked to it, of other lists, or of later entries.'

export const NAME_NOTICE =
  'A name is not a person: compare birth dates, countries and numbers before you act on a match. ' +
  'No match on these lists is no proof of innocence.'
