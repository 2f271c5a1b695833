import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { defineUpstream } from './define.ts'
import { objectIn } from '../../base/lib/json-object.ts'

const text = z.string().nullish()
const flag = z.boolean().nullish()

const Verification = z.object({ date: text, status: text }).nullish()
const Sources = z.array(z.object({ uri: z.string() })).nullish()

const Domain = z.object({
  data: z.object({
    domain: z.string(),
    pattern: text,
    emails: z.array(
      z.object({
        value: z.string(),
        confidence: z.number().nullish(),
        first_name: text,
        last_name: text,
        position: text,
        department: text,
        verification: Verification,
        sources: Sources,
      }),
    ),
  }),
})

const Finder = z.object({
  data: z.object({
    email: text,
    score: z.number().nullish(),
    first_name: text,
    last_name: text,
    position: text,
    domain: z.string(),
    verification: Verification,
    sources: Sources,
  }),
})

const Verdict = z.object({
  data: z.object({
    email: z.string(),
    status: z.enum(['valid', 'invalid', 'accept_all', 'webmail', 'disposable', 'unknown']),
    score: z.int().nullish(),
    mx_records: flag,
    smtp_check: flag,
    accept_all: flag,
  }),
})

export interface Contact {
  readonly email: string
  readonly name: string | null
  readonly position: string | null
  readonly department: string | null
  /** Confidence, 0 to 100. */
  readonly confidence: number | null
  /** Result of the last check of the mailbox; null if there was none. */
  readonly verified: string | null
  readonly sources: readonly string[]
}

const SOURCES_MAX = 5

export const hunter = defineUpstream({
  name: 'hunter',
  title: 'Hunter',
  terms: 'https://hunter.io/terms-of-service',
  texts: 'public',
  base: 'https://api.hunter.io',
  asks: '$0.025',
  settings: [
    {
      name: 'HUNTER_API_KEY',
      description: 'Key of Hunter, whose owner consents to passing answers on to buyers.',
      need: 'required',
    },
  ],
  limits: { timeoutMs: 25_000, bytesMax: 2_000_000, perSecond: 5, among: 'replicas' },
  headers: (setting) => ({ 'x-api-key': setting('HUNTER_API_KEY') }),
  refusals: { 400: refusalOf, 422: refusalOf, 451: withheld },
  api: (http) => ({
    /** Addresses on public pages, and their pattern in that domain. */
    async ofDomain(domain: string, department: string | undefined, limit: number) {
      const query = { domain, department, limit }
      const { data } = await http.json('/v2/domain-search', Domain, { query })
      const emails = data.emails.slice(0, limit).map((found): Contact => ({
        email: found.value,
        name: nameOf(found),
        position: found.position ?? null,
        department: found.department ?? null,
        confidence: found.confidence ?? null,
        verified: found.verification?.status ?? null,
        sources: (found.sources ?? []).slice(0, SOURCES_MAX).map(({ uri }) => uri),
      }))
      return { pattern: data.pattern ?? null, emails }
    },

    /** The most likely address of one person; null if none can be derived. */
    async ofPerson(domain: string, first: string, last: string): Promise<Contact | null> {
      const query = { domain, first_name: first, last_name: last }
      const { data } = await http.json('/v2/email-finder', Finder, { query })
      if (!data.email) return null
      return {
        email: data.email,
        name: nameOf(data),
        position: data.position ?? null,
        department: null,
        confidence: data.score ?? null,
        verified: data.verification?.status ?? null,
        sources: (data.sources ?? []).slice(0, SOURCES_MAX).map(({ uri }) => uri),
      }
    },

    async verify(email: string) {
      const { data } = await http.json('/v2/email-verifier', Verdict, { query: { email } })
      return data
    },
  }),
})

interface Named {
  readonly first_name?: string | null | undefined
  readonly last_name?: string | null | undefined
}

const nameOf = ({ first_name: first, last_name: last }: Named): string | null =>
  [first, last].filter(Boolean).join(' ') || null

const Refusal = z.object({ errors: z.array(z.object({ details: z.string().max(300) })).min(1) })

function refusalOf(body: string): Fault {
  const said = Refusal.safeParse(objectIn(body)).data?.errors[0]?.details
  return badInput(`Hunter refuses this${said ? `: ${said}` : '.'}`)
}

/** The person has asked Hunter not to process their data. */
function withheld(): Fault {
  return new Fault('provider_refused', 'Hunter may not process this person or address.')
}
