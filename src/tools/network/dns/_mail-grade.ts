import type { MailExchange } from '../../../net/resolver.ts'
import type { Dkim } from './_dkim.ts'
import type { Dmarc } from './_dmarc.ts'
import type { Spf } from './_spf-result.ts'

interface Findings {
  readonly mx: readonly MailExchange[]
  readonly spf: Spf
  readonly dmarc: Dmarc
  readonly dkim: readonly Dkim[]
  readonly mtaSts: { readonly found: boolean; readonly problems: readonly string[] }
}

/** Of a hundred points; what a domain that takes no mail has no use for counts as done. */
export function gradeOf({ mx, spf, dmarc, dkim, mtaSts }: Findings) {
  // RFC 7505: a single dot says that no mail is taken.
  const isNull = mx.length === 1 && mx[0]?.exchange === ''
  const takesMail = mx.length > 0 && !isNull
  const sendsMail = spf.record?.trim().toLowerCase() !== 'v=spf1 -all'
  const keys = dkim.filter(({ found, keyBits }) => found && keyBits !== null)
  const score =
    (mx.length > 0 ? 15 : 0) +
    spfPoints(spf) +
    dmarcPoints(dmarc) +
    (keys.length > 0 || !sendsMail ? 20 : 0) +
    (mtaSts.found || !takesMail ? 10 : 0)
  const grade = score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 55 ? 'C' : score >= 35 ? 'D' : 'F'
  const fixes = [
    ...(mx.length === 0
      ? ['MX: there is none; name mail servers, or a single dot for no mail.']
      : []),
    ...(spf.record === null ? ['SPF: there is no record; publish one that ends in -all.'] : []),
    ...spf.problems.map((problem) => `SPF: ${problem}`),
    ...dmarc.problems.map((problem) => `DMARC: ${problem}`),
    ...(keys.length === 0 && sendsMail ? ['DKIM: no key was found under these selectors.'] : []),
    ...dkim
      .filter(({ found }) => found)
      .flatMap((key) => key.problems.map((problem) => `DKIM ${key.selector}: ${problem}`)),
    ...(takesMail ? mtaSts.problems.map((problem) => `MTA-STS: ${problem}`) : []),
  ]
  return { grade, fixes } as const
}

const SPF_POINTS: Readonly<Record<string, number>> = { fail: 25, softfail: 22, neutral: 10 }

const spfPoints = ({ record, result }: Spf): number =>
  record === null ? 0 : (SPF_POINTS[result] ?? 0)

const DMARC_POINTS: Readonly<Record<string, number>> = { reject: 30, quarantine: 25, none: 10 }

const dmarcPoints = ({ found, policy }: Dmarc): number =>
  found ? (DMARC_POINTS[policy ?? ''] ?? 0) : 0
