import { DAY_MS } from '../../base/core/milliseconds.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { numberOf, rowsOf, textOf } from './_report-tools.ts'
import { plural } from './_fields.ts'

/** Reads the answers of the tools of an audit into lines and findings. */

export type Severity = 'high' | 'medium' | 'low' | 'info'

export interface Finding {
  readonly id: string
  readonly severity: Severity
  readonly text: string
  readonly fix: string | null
}

export const listOf = (value: JsonObject | null, name: string): readonly string[] => {
  const found = value?.[name]
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
}

const partOf = (value: JsonObject | null, name: string): JsonObject | null => {
  const found = value?.[name]
  return isObject(found) ? found : null
}

export const when = (isSo: boolean, finding: Finding): readonly Finding[] => (isSo ? [finding] : [])

const listText = (values: readonly string[], none = 'none'): string => values.join(', ') || none

export interface PartReading {
  readonly lines: readonly string[]
  readonly findings: readonly Finding[]
}

const SOON_DAYS = 30

export function registrationOf(answer: JsonObject, nowMs: number): PartReading {
  const created = textOf(answer, 'createdIso') ?? 'not told'
  const expires = textOf(answer, 'expiresIso')
  const daysLeft = expires === null ? null : Math.floor((Date.parse(expires) - nowMs) / DAY_MS)
  const findings: Finding[] = []
  if (daysLeft !== null && daysLeft < SOON_DAYS)
    findings.push({
      id: 'registration-ends',
      severity: daysLeft < 0 ? 'high' : 'medium',
      text: `The registration ends on ${expires?.slice(0, 10)}.`,
      fix: 'Renew the domain, and let the registrar renew it by itself.',
    })
  if (answer['dnssec'] === false)
    findings.push({
      id: 'no-dnssec',
      severity: 'low',
      text: 'The delegation is not signed with DNSSEC.',
      fix: 'Sign the zone and hand its DS record to the registrar.',
    })
  return {
    lines: [
      `Registrar: ${textOf(answer, 'registrar') ?? 'not told'}`,
      `Registered: ${created.slice(0, 10)}; ends: ${expires?.slice(0, 10) ?? 'not told'}`,
      `Status: ${listOf(answer, 'status').join(', ') || 'not told'}`,
      `Name servers: ${listText(listOf(answer, 'nameservers'))}`,
    ],
    findings,
  }
}

export function dnsOf(answer: JsonObject): PartReading {
  const ns = listOf(answer, 'ns')
  const caa = rowsOf(answer, 'caa')
  const one = ns.length === 1
  return {
    lines: [
      `A: ${listText(listOf(answer, 'a'))}; AAAA: ${listText(listOf(answer, 'aaaa'))}`,
      `NS: ${ns.join(', ') || 'none'}`,
      `CAA: ${caa.map((row) => Object.values(row).join(' ')).join('; ') || 'none'}`,
    ],
    findings: [
      ...when(one, {
        id: 'one-name-server',
        severity: 'medium',
        text: 'Only one name server answers for the domain.',
        fix: 'Add a second name server in another network.',
      }),
      ...when(caa.length === 0, {
        id: 'no-caa',
        severity: 'low',
        text: 'No CAA record says who may issue certificates.',
        fix: 'Publish a CAA record that names your certificate authority.',
      }),
    ],
  }
}

/** The severity of each grade that a tool gives. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  F: 'high',
  D: 'high',
  C: 'medium',
  B: 'low',
}

export function mailOf(answer: JsonObject): PartReading {
  const [spf, dmarc, sts] = ['spf', 'dmarc', 'mtaSts'].map((name) => partOf(answer, name))
  const grade = textOf(answer, 'grade') ?? ''
  const selectors = rowsOf(answer, 'dkim').flatMap((row) => textOf(row, 'selector') ?? [])
  const exchanges = rowsOf(answer, 'mx').flatMap((row) => textOf(row, 'exchange') ?? [])
  return {
    lines: [
      `MX: ${exchanges.join(', ') || 'none'}`,
      `SPF: ${textOf(spf, 'record') ?? 'none'}`,
      `DMARC: ${textOf(dmarc, 'record') ?? 'none'}`,
      `DKIM keys found: ${listText(selectors)}`,
      `MTA-STS: ${textOf(sts, 'mode') ?? 'none'}`,
      `Mail grade: ${grade}`,
    ],
    findings: fixesOf('mail', listOf(answer, 'fixes'), SEVERITIES[grade] ?? 'info'),
  }
}

export const fixesOf = (
  id: string,
  fixes: readonly string[],
  severity: Severity,
): readonly Finding[] =>
  fixes.map((fix, at) => ({ id: `${id}-${at + 1}`, severity, text: fix, fix }))

export function certificateOf(answer: JsonObject): PartReading {
  const daysLeft = numberOf(answer, 'daysLeft') ?? 0
  const trusted = answer['trusted'] === true
  const ends = textOf(answer, 'validToIso')?.slice(0, 10)
  return {
    lines: [
      `Issuer: ${textOf(answer, 'issuer') ?? 'not told'}`,
      `Valid until ${ends}, ${plural(daysLeft, 'day')} left; trusted: ${trusted ? 'yes' : 'no'}`,
      `Key: ${textOf(answer, 'keyType')} ${numberOf(answer, 'keyBits') ?? ''}`,
      `Protocol: ${textOf(answer, 'protocol')}`,
    ],
    findings: [
      ...when(!trusted, {
        id: 'certificate-not-trusted',
        severity: 'high',
        text: `The certificate is not trusted: ${textOf(answer, 'distrust') ?? 'no reason told'}.`,
        fix: 'Install a certificate for this name with its whole chain.',
      }),
      ...when(daysLeft < SOON_DAYS / 2, {
        id: 'certificate-ends',
        severity: daysLeft < 0 ? 'high' : 'medium',
        text: `The certificate ends on ${ends}.`,
        fix: 'Renew it, and let it renew by itself.',
      }),
    ],
  }
}
