import { Fault } from '../../../../base/core/fault.ts'
import type { Resolver } from '../../../../outside/net/resolver.ts'
import type { Address } from '../../../../base/lib/ip-address.ts'
import { domainName } from '../../../../base/lib/domain-name.ts'
import { recordsOf, textsOf } from './_records.ts'
import { ASKING, expandMacros, isWithin, parseTerm, type Term } from './_spf-record.ts'
import type { Spf, SpfMechanism, SpfResult } from './_spf-result.ts'

const LOOKUPS_MAX = 10
/** Higher than allowed, so that the answer can say how many lookups there are. */
const LOOKUPS_FOLLOWED_MAX = 30
const MECHANISMS_MAX = 200
const EXCHANGES_MAX = 10

interface Walk {
  readonly resolver: Resolver
  readonly ip: Address | null
  readonly sender: string
  readonly mechanisms: SpfMechanism[]
  readonly problems: Set<string>
  lookups: number
  /** Lookups up to the term that decides; later terms are only expanded for information. */
  decidedAfter: number | null
}

/**
 * Evaluates the SPF record of a domain (RFC 7208) for an address. Every term is expanded, also
 * after the one that matches. Without an address it answers the result of an address that no term
 * names.
 */
export async function evaluateSpf(
  resolver: Resolver,
  sender: string,
  ip: Address | null,
): Promise<Spf> {
  const walk: Walk = {
    resolver,
    ip,
    sender,
    mechanisms: [],
    problems: new Set(),
    lookups: 0,
    decidedAfter: null,
  }
  const record = await spfRecordOf(walk, sender)
  const found = await check(walk, sender, record)
  if (walk.lookups > LOOKUPS_MAX)
    walk.problems.add(`It takes ${walk.lookups} DNS lookups; receivers stop at ${LOOKUPS_MAX}.`)
  return {
    record: typeof record === 'string' ? record : null,
    mechanisms: walk.mechanisms,
    lookups: walk.lookups,
    result: (walk.decidedAfter ?? walk.lookups) > LOOKUPS_MAX ? 'permerror' : found,
    problems: Array.from(walk.problems),
  }
}

/** The record, null if there is none, or an error if there is no single record. */
type SpfLookup = string | null | { readonly error: 'permerror' | 'temperror' }

async function spfRecordOf({ resolver, problems }: Walk, domain: string): Promise<SpfLookup> {
  try {
    const texts = await textsOf(resolver, domain)
    const records = texts.filter((text) => /^v=spf1( |$)/i.test(text))
    if (records.length < 2) return records[0] ?? null
    problems.add(`${domain} has ${records.length} SPF records; only one is allowed.`)
    return { error: 'permerror' }
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code === 'caller_gone') throw thrown
    problems.add(`The records of ${domain} could not be read: ${thrown.message}`)
    return { error: 'temperror' }
  }
}

async function check(walk: Walk, domain: string, record: SpfLookup): Promise<SpfResult> {
  if (record === null) return 'none'
  if (typeof record === 'object') return record.error
  const terms = record.split(/ +/).slice(1).filter(Boolean)
  let result: SpfResult | null = null
  let redirect: string | null = null
  let hasAll = false
  for (const text of terms) {
    const term = parseTerm(text)
    if (!term) {
      walk.problems.add(`${domain}: ${JSON.stringify(text.slice(0, 100))} is not an SPF term.`)
      result ??= 'permerror'
    } else if (term.mechanism === 'redirect') redirect = term.value
    else if (term.mechanism !== 'modifier') {
      const outcome = await matched(walk, domain, term)
      hasAll ||= term.mechanism === 'all'
      if (term.mechanism === 'ptr')
        walk.problems.add(`${domain}: ptr is slow and must not be used.`)
      if (term.mechanism === 'all' && term.qualifier === 'pass')
        walk.problems.add(`${domain}: +all lets anybody send.`)
      if (outcome === true) result ??= term.qualifier
      else if (typeof outcome === 'string') result ??= outcome
      if (result !== null && domain === walk.sender) walk.decidedAfter ??= walk.lookups
    }
  }
  if (redirect !== null && !hasAll) {
    const outcome = await followed(walk, domain, redirect)
    return result ?? (outcome === 'none' ? 'permerror' : outcome)
  }
  if (!hasAll && domain === walk.sender)
    walk.problems.add('It ends without all or redirect, so other senders are neutral.')
  return result ?? 'neutral'
}

/** Whether a term matches, or an error that ends the evaluation. */
async function matched(
  walk: Walk,
  domain: string,
  term: Term,
): Promise<boolean | 'permerror' | 'temperror'> {
  const { mechanism, qualifier, value } = term
  const at = walk.mechanisms.length
  const isFull = at >= MECHANISMS_MAX
  if (!isFull) walk.mechanisms.push({ domain, qualifier, mechanism, value, matches: null })
  if (ASKING.has(mechanism) && ++walk.lookups > LOOKUPS_FOLLOWED_MAX) return 'permerror'
  const outcome = await tried(walk, domain, term)
  const matches = walk.ip || mechanism === 'all' ? outcome === true : null
  if (!isFull) walk.mechanisms[at] = { domain, qualifier, mechanism, value, matches }
  return outcome
}

async function tried(walk: Walk, domain: string, term: Term) {
  const { ip, resolver } = walk
  const { mechanism } = term
  if (mechanism === 'all') return true
  if (mechanism === 'ip4' || mechanism === 'ip6')
    return ip !== null && isWithin(ip, term.value, term)
  const target = targetOf(walk, domain, term.value)
  if (target === null) return ip === null ? false : ('permerror' as const)
  if (mechanism === 'include') {
    const result = await check(walk, target, await spfRecordOf(walk, target))
    if (result === 'none') walk.problems.add(`${domain} includes ${target}, which has no record.`)
    if (result === 'temperror' || result === 'permerror') return result
    return result === 'none' ? ('permerror' as const) : result === 'pass' && ip !== null
  }
  if (ip === null || mechanism === 'ptr') return false
  try {
    const type = ip.version === 4 ? 'A' : 'AAAA'
    if (mechanism === 'exists') return (await recordsOf(resolver, target, 'A')).length > 0
    const hosts = mechanism === 'mx' ? await exchangesOf(resolver, target) : [target]
    const found = await Promise.all(hosts.map((host) => recordsOf(resolver, host, type)))
    return found.flat().some((address) => isWithin(ip, address, term))
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code !== 'caller_gone') return 'temperror' as const
    throw thrown
  }
}

const exchangesOf = async (resolver: Resolver, domain: string): Promise<string[]> =>
  (await recordsOf(resolver, domain, 'MX'))
    .map(({ exchange }) => exchange)
    .filter(Boolean)
    .slice(0, EXCHANGES_MAX)

async function followed(walk: Walk, domain: string, value: string): Promise<SpfResult> {
  const target = targetOf(walk, domain, value)
  if (target === null || ++walk.lookups > LOOKUPS_FOLLOWED_MAX) return 'permerror'
  return check(walk, target, await spfRecordOf(walk, target))
}

/** The name that a term refers to; null if it cannot be determined, or is not valid. */
function targetOf({ ip, sender }: Walk, domain: string, value: string): string | null {
  if (value === '') return domain
  if (value.includes('%') && ip === null) return null
  const expanded = ip === null ? value : expandMacros(value, { ip, domain, sender })
  const name = domainName().safeParse(expanded)
  return name.success ? name.data : null
}
