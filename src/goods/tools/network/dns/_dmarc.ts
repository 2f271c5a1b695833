import { getDomain } from 'tldts'
import type { Resolver } from '../../../../outside/net/resolver.ts'
import { tagsOf, textsOf } from './_records.ts'

export interface Dmarc {
  readonly found: boolean
  readonly record: string | null
  readonly policy: string | null
  readonly subdomainPolicy: string | null
  readonly pct: number | null
  readonly rua: string[]
  readonly problems: string[]
}

const POLICIES = new Set(['none', 'quarantine', 'reject'])

/** The DMARC policy of a domain: its own, or that of its organizational domain. */
export async function dmarcOf(resolver: Resolver, domain: string): Promise<Dmarc> {
  const own = await recordsAt(resolver, domain)
  const above = getDomain(domain)
  const isBelow = above !== null && above !== domain
  const inherited = own.length === 0 && isBelow ? await recordsAt(resolver, above) : []
  const records = own.length > 0 ? own : inherited
  const [record] = records
  if (record === undefined || records.length > 1) return without(record ?? null, records.length)
  const tags = tagsOf(record)
  const policy = tags.get('p')?.toLowerCase() ?? null
  const subdomainPolicy = tags.get('sp')?.toLowerCase() ?? policy
  const pct = Number(tags.get('pct') ?? 100)
  const rua = (tags.get('rua') ?? '').split(',').flatMap((uri) => uri.trim() || [])
  const ruled = inherited.length > 0 ? subdomainPolicy : policy
  return {
    found: true,
    record,
    policy,
    subdomainPolicy,
    pct: Number.isInteger(pct) && pct >= 0 && pct <= 100 ? pct : null,
    rua,
    problems: [
      ...(inherited.length > 0
        ? [`The record of ${above} applies, because there is none of its own.`]
        : []),
      ...(policy === null ? ['It has no p, so it is not valid.'] : []),
      ...(policy !== null && !POLICIES.has(policy)
        ? [`p is ${policy}, which is not a policy.`]
        : []),
      ...(ruled === 'none' ? ['The policy is none: forged mail is delivered.'] : []),
      ...(subdomainPolicy === 'none' && ruled !== 'none'
        ? ['The policy for subdomains is none.']
        : []),
      ...(pct < 100 ? [`pct is ${pct}, so part of the forged mail is let through.`] : []),
      ...(rua.length === 0 ? ['It requests no reports (rua).'] : []),
      ...rua
        .filter((uri) => !/^mailto:/i.test(uri))
        .map((uri) => `${uri} is not a mailto: address.`),
    ],
  }
}

const recordsAt = async (resolver: Resolver, domain: string): Promise<string[]> =>
  (await textsOf(resolver, `_dmarc.${domain}`)).filter((text) => /^v=DMARC1\s*(;|$)/.test(text))

const without = (record: string | null, count: number): Dmarc => ({
  found: false,
  record,
  policy: null,
  subdomainPolicy: null,
  pct: null,
  rua: [],
  problems: [
    count > 1
      ? `There are ${count} records, so receivers ignore them all.`
      : 'There is no DMARC record: receivers decide themselves about forged mail.',
  ],
})
