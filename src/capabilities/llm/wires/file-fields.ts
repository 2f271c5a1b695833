import { z } from 'zod'
import { isPublicUrl } from './wire.ts'

/** Files that this gateway reads, or sends to a model that does. */
const TYPES = /^(application\/pdf|text\/[a-z0-9.+-]+|application\/(json|xml|x-ndjson))$/i

export const FileType = z.string().regex(TYPES, 'must be application/pdf or a type of text')

const DATA = /^data:([^;,]{1,100})(?:;[^,;]{1,100})?;base64,/i

const isDataOf = (url: string): boolean => TYPES.test(DATA.exec(url)?.[1] ?? '')

/** Where a file is. This service fetches it, so an address must be one of the public internet. */
export const FileUrl = z
  .string({ error: 'must be an address or a data URL; file ids are not served' })
  .refine((url) => isDataOf(url) || isPublicUrl(url), {
    error: 'must be a data URL in base64 of a PDF or of text, or a public http or https address',
  })

/** Plain text as the data URL of a file. */
export const textUrl = (text: string): string =>
  `data:text/plain;base64,${Buffer.from(text, 'utf8').toString('base64')}`

export const dataOf = (url: string): { readonly type: string; readonly base64: string } | null => {
  const [lead, type] = DATA.exec(url) ?? []
  return lead === undefined
    ? null
    : { type: (type ?? '').toLowerCase(), base64: url.slice(lead.length) }
}
