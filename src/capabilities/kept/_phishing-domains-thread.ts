import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { keptRows } from './_blocks.ts'

const Config = z.object({
  version: z.int(),
  /** Names that others imitate. */
  fuzzylist: z.array(z.string()),
  whitelist: z.array(z.string()),
  blacklist: z.array(z.string()).min(1),
})

/** What the list says of a domain. */
export type PhishingVerdict = 'phishing' | 'trusted'

export interface PhishingMeta {
  readonly version: number
  readonly domains: number
  readonly imitated: readonly string[]
}

const IMITATED_MAX = 1_000

async function* read(path: string) {
  const { version, fuzzylist, whitelist, blacklist } = Config.parse(
    JSON.parse(await readFile(path, 'utf8')),
  )
  for (const domain of blacklist) yield [domain.toLowerCase(), 'phishing'] as const
  for (const domain of whitelist) yield [domain.toLowerCase(), 'trusted'] as const
  const imitated = fuzzylist.slice(0, IMITATED_MAX).map((domain) => domain.toLowerCase())
  return { meta: { version, domains: blacklist.length, imitated } }
}

export const work = keptRows<PhishingVerdict, PhishingMeta>(read)
