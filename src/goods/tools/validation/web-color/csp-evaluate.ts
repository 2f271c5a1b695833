import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'

const FINDINGS_MAX = 200
/** Each value is checked against lists of hosts that are known to be bypassed. */
const VALUES_MAX = 1_000

/** Severities by the numbers of the library. */
const SEVERITIES: Readonly<Record<number, 'high' | 'medium' | 'low' | 'info'>> = {
  10: 'high',
  20: 'medium',
  30: 'medium',
  40: 'medium',
  45: 'low',
  50: 'low',
  60: 'info',
}

export default defineTool({
  route: 'POST /api/csp-evaluate',
  name: 'Content-Security-Policy review',
  description:
    'Find the weak spots of a Content-Security-Policy, with a grade and a stricter proposal.',
  asks: [
    'find weak spots in my Content-Security-Policy',
    'grade a Content-Security-Policy that has unsafe-inline',
    'is my content security policy good',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    policy: text(32 * KB).describe('Value of the header, with or without its name, up to 32 KB.'),
  }),
  output: z.object({
    directives: z.record(z.string(), z.array(z.string())),
    findings: z
      .array(
        z.object({
          severity: z.enum(['high', 'medium', 'low', 'info']),
          directive: z.string(),
          value: z.string().nullable(),
          message: z.string(),
        }),
      )
      .describe('Most severe first, at most 200.'),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']),
    suggested: z
      .string()
      .describe('A stricter policy to start from; {nonce} is a fresh value each time.'),
  }),
  examples: [
    { input: { policy: "default-src 'self'; script-src 'unsafe-inline' *" } },
    {
      input: {
        policy:
          "script-src 'nonce-r4nd0m' 'strict-dynamic'; object-src 'none'; base-uri 'none'; " +
          "require-trusted-types-for 'script'",
      },
    },
  ],

  async run({ policy }) {
    const bare = policy.replace(/^\s*content-security-policy(-report-only)?\s*:/i, '').trim()
    if (bare === '') throw badInput('policy: must hold at least one directive')
    if (bare.split(/\s+/).length > VALUES_MAX)
      throw badInput(`policy: must hold at most ${VALUES_MAX} values`)
    const { CspEvaluator } = await import('csp_evaluator/dist/evaluator.js')
    const { CspParser } = await import('csp_evaluator/dist/parser.js')
    const { csp } = new CspParser(bare)
    const findings = evaluated(() => new CspEvaluator(csp).evaluate())
      .map(({ severity, directive, value, description }) => ({
        order: severity as number,
        severity: SEVERITIES[severity] ?? ('info' as const),
        directive,
        value: value ?? null,
        message: description,
      }))
      .toSorted((a, b) => a.order - b.order)
    const directives = Object.fromEntries(
      Object.entries(csp.directives).map(([name, values]) => [name, values ?? []]),
    )
    return {
      directives,
      findings: findings.slice(0, FINDINGS_MAX).map(({ order: _order, ...finding }) => finding),
      grade: gradeOf(findings.map(({ severity }) => severity)),
      suggested: strictPolicy(directives),
    }
  },
})

/** The library throws if it cannot parse the address of a source. */
function evaluated<T>(evaluate: () => T): T {
  try {
    return evaluate()
  } catch {
    throw badInput('policy: must have sources that are a host, a scheme, or a word in quotes')
  }
}

type Severity = 'high' | 'medium' | 'low' | 'info'

/** One high finding lets foreign scripts run. */
function gradeOf(found: readonly Severity[]): 'A' | 'B' | 'C' | 'D' | 'F' {
  const high = found.filter((one) => one === 'high').length
  if (high > 1) return 'F'
  if (high === 1) return 'D'
  if (found.includes('medium')) return 'C'
  return found.includes('low') ? 'B' : 'A'
}

type Directives = Readonly<Record<string, readonly string[]>>

const WEAK = /^('unsafe-inline'|'unsafe-eval'|'unsafe-hashes'|\*|https?:|data:|blob:|filesystem:)$/i
const SCRIPTS = /^(script-src|script-src-elem|script-src-attr|object-src|base-uri)$/

/**
 * Scripts by nonce, which is stricter than any list of hosts; the rest unchanged, without
 * wildcards.
 */
function strictPolicy(given: Directives): string {
  const kept = Object.entries(given).flatMap(([name, values]) => {
    if (SCRIPTS.test(name)) return []
    const isSource = name.endsWith('-src')
    const strong = values.filter(
      (value) => !isSource || !WEAK.test(value) || isHarmless(name, value),
    )
    const told = isSource && strong.length === 0 ? ["'self'"] : strong
    return [[name, ...told].join(' ')]
  })
  return [
    ...(given['default-src'] ? [] : ["default-src 'self'"]),
    ...kept,
    "script-src 'nonce-{nonce}' 'strict-dynamic'",
    "object-src 'none'",
    "base-uri 'none'",
    ...(given['frame-ancestors'] ? [] : ["frame-ancestors 'self'"]),
  ].join('; ')
}

/** A picture in a `data:` address runs no script. */
const isHarmless = (name: string, value: string): boolean =>
  (name === 'img-src' || name === 'font-src' || name === 'media-src') &&
  /^(data|blob):$/i.test(value)
