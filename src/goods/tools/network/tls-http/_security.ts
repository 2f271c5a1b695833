import { directivesOf, secondsOf } from './_headers.ts'

export const VERDICTS = ['good', 'weak', 'missing'] as const

export interface SecurityCheck {
  readonly header: string
  readonly present: boolean
  readonly value: string | null
  readonly verdict: (typeof VERDICTS)[number]
  readonly fix: string | null
  readonly points: number
}

interface Rule {
  readonly header: string
  /** Points out of a hundred; a weak value gets half of them. */
  readonly points: number
  /** What to send if the header is missing. */
  readonly advice: string
  /** What is wrong with a value; null for a good one. */
  flaw(value: string, headers: Headers, isTls: boolean): string | null
  /** Another header with the same effect. */
  instead?(headers: Headers): boolean
}

const HALF_YEAR_SECONDS = 15_768_000
const REFERRER_LEAKS = new Set([
  'unsafe-url',
  'no-referrer-when-downgrade',
  'origin-when-cross-origin',
])

const RULES: readonly Rule[] = [
  {
    header: 'content-security-policy',
    points: 30,
    advice: "Send a policy, such as default-src 'self'; object-src 'none'; base-uri 'none'.",
    flaw: policyFlaw,
  },
  {
    header: 'strict-transport-security',
    points: 25,
    advice: 'Send max-age=31536000; includeSubDomains over HTTPS.',
    flaw(value, _headers, isTls) {
      if (!isTls) return 'It works only over HTTPS; redirect to it.'
      const seconds = secondsOf(directivesOf(value, ';').get('max-age'))
      if (seconds === null) return 'It has no max-age, so it has no effect.'
      return seconds < HALF_YEAR_SECONDS ? 'Raise max-age to 31536000, a year.' : null
    },
  },
  {
    header: 'x-content-type-options',
    points: 15,
    advice: 'Send nosniff.',
    flaw: (value) =>
      value.trim().toLowerCase() === 'nosniff' ? null : 'Only nosniff has an effect.',
  },
  {
    header: 'x-frame-options',
    points: 15,
    advice: "Send DENY or SAMEORIGIN, or frame-ancestors 'none' in the policy.",
    flaw: (value) =>
      /^(deny|sameorigin)$/i.test(value.trim()) ? null : 'Only DENY and SAMEORIGIN have an effect.',
    instead: (headers) => policyOf(headers).has('frame-ancestors'),
  },
  {
    header: 'referrer-policy',
    points: 10,
    advice: 'Send strict-origin-when-cross-origin or no-referrer.',
    flaw(value) {
      const last = value.toLowerCase().split(',').at(-1)?.trim() ?? ''
      return REFERRER_LEAKS.has(last) ? 'It reveals more to other sites than necessary.' : null
    },
  },
  {
    header: 'permissions-policy',
    points: 5,
    advice: 'Disable what is not used: camera=(), microphone=(), geolocation=().',
    flaw: (value) => (value.includes('=') ? null : 'It names no feature.'),
  },
]

export const securityChecks = (headers: Headers, isTls: boolean): SecurityCheck[] =>
  RULES.map((rule): SecurityCheck => {
    const { header, points } = rule
    const value = headers.get(header)
    if (value === null && rule.instead?.(headers))
      return { header, present: false, value, verdict: 'good', fix: null, points }
    if (value === null)
      return { header, present: false, value, verdict: 'missing', fix: rule.advice, points: 0 }
    const fix = rule.flaw(value, headers, isTls)
    const verdict = fix === null ? 'good' : 'weak'
    return {
      header,
      present: true,
      value,
      verdict,
      fix,
      points: fix === null ? points : Math.floor(points / 2),
    }
  })

function policyOf(headers: Headers): ReadonlyMap<string, string> {
  const parts = (headers.get('content-security-policy') ?? '').split(';')
  return new Map(
    parts.map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name.toLowerCase(), sources.join(' ')]
    }),
  )
}

function policyFlaw(_value: string, headers: Headers): string | null {
  const policy = policyOf(headers)
  const scripts = policy.get('script-src') ?? policy.get('default-src')
  if (scripts === undefined) return 'It does not restrict scripts: add default-src or script-src.'
  const isNonced = /'(nonce|sha\d+)-/.test(scripts)
  if (scripts.includes("'unsafe-inline'") && !isNonced)
    return "It allows inline scripts: replace 'unsafe-inline' by nonces or hashes."
  if (/(^|\s)(\*|https?:|data:)(\s|$)/.test(scripts)) return 'It allows scripts from anywhere.'
  return scripts.includes("'unsafe-eval'") ? "It allows eval: drop 'unsafe-eval'." : null
}
