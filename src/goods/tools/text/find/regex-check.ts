import { RE2JS } from 're2js'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { attempt } from '../../../../engines/time/instants.ts'
import { flagsOf } from '../../../../base/lib/linear-pattern.ts'
import { patternInWords } from './_pattern-words.ts'

const examples = () => z.array(z.string().max(1_000)).max(100).default([])

export default defineTool({
  route: 'POST /api/regex-check',
  name: 'Regex check',
  description:
    'Checks a JavaScript regular expression: is it valid, is it safe from catastrophic backtracking (ReDoS), does it fit its examples, and what does it mean.',
  asks: [
    'is this regex vulnerable to catastrophic backtracking',
    'explain a regex and check if it is safe',
    'is my pattern safe',
    'why is my regex slow',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    pattern: z.string().max(2_000).describe('The pattern without slashes, up to 2000 characters.'),
    flags: z
      .string()
      .regex(/^(?!.*(.).*\1)[dgimsuvy]*$/, {
        error: 'must be letters of d, g, i, m, s, u, v, y, each once',
      })
      .default('')
      .describe('Flags of JavaScript, such as i.'),
    shouldMatch: examples().describe('Texts that it must match, up to 100.'),
    shouldNotMatch: examples().describe('Texts that it must not match, up to 100.'),
  }),
  output: z.object({
    valid: z.boolean(),
    error: z.string().nullable().describe('Why it is not valid.'),
    redos: z
      .enum(['safe', 'vulnerable', 'unknown'])
      .describe('vulnerable: some text takes more than linear time; unknown: not decided.'),
    attack: z.string().nullable().describe('Expression that creates a text that takes long.'),
    complexity: z.string().nullable().describe('Complexity, such as linear or exponential.'),
    failures: z
      .array(
        z.object({
          text: z.string(),
          expected: z.enum(['match', 'no match']),
          reason: z.string(),
        }),
      )
      .describe('Examples that it does not fit, or that were not tried.'),
    explanation: z
      .array(z.string())
      .describe('One line per part: the part, two spaces, its meaning.'),
  }),
  examples: [
    {
      input: { pattern: '^(a+)+$', shouldMatch: ['aa'], shouldNotMatch: ['ab', 'a'] },
      output: {
        valid: true,
        error: null,
        redos: 'vulnerable',
        attack: "'a' + 'a'.repeat(31) + '\\x00'",
        complexity: 'exponential',
        failures: [{ text: 'a', expected: 'no match', reason: 'it matches' }],
        explanation: [
          '^  the start of the text or, with flag m, of a line',
          '(  captured group 1',
          '  a+  the text "a", once or more',
          ')+  end of the group, once or more',
          '$  the end of the text or, with flag m, of a line',
        ],
      },
    },
    {
      input: { pattern: '[a-z' },
      output: {
        valid: false,
        error: 'Invalid regular expression: /[a-z/: Unterminated character class',
        redos: 'unknown',
        attack: null,
        complexity: null,
        failures: [],
        explanation: [],
      },
    },
  ],

  async run({ pattern, flags, shouldMatch, shouldNotMatch }) {
    const error = flawOf(pattern, flags)
    if (error !== null) return { ...UNREAD, error }
    const { checkSync } = await loaded()
    const told = checkSync(pattern, flags.replaceAll(/[dv]/g, ''), {
      timeout: TIMEOUT_MS,
      randomSeed: 0,
    })
    const redos = told.error === undefined ? told.status : 'unknown'
    const matches = matcherOf(pattern, flags, redos === 'safe')
    const wrong = (texts: readonly string[], expected: 'match' | 'no match') =>
      texts.flatMap((text) => {
        const isMatch = matches?.(text)
        if (isMatch === (expected === 'match')) return []
        const found = isMatch ? 'it matches' : 'it does not match'
        return [{ text, expected, reason: isMatch === undefined ? NOT_TRIED : found }]
      })
    return {
      valid: true,
      error: null,
      redos,
      attack: told.attack?.pattern ?? null,
      complexity: told.complexity?.summary ?? null,
      failures: [...wrong(shouldMatch, 'match'), ...wrong(shouldNotMatch, 'no match')],
      explanation: patternInWords(pattern),
    }
  },
})

const TIMEOUT_MS = 3_000
const NOT_TRIED = 'not tried: the pattern could run for ever, and has no linear-time form'
const UNREAD = {
  valid: false,
  redos: 'unknown' as const,
  attack: null,
  complexity: null,
  failures: [],
  explanation: [],
}

function flawOf(pattern: string, flags: string): string | null {
  try {
    void new RegExp(pattern, flags)
    return null
  } catch (thrown) {
    return (thrown as Error).message
  }
}

/**
 * Matches as JavaScript does, if that is safe; otherwise in linear time, if the pattern has such a
 * form.
 */
function matcherOf(
  pattern: string,
  flags: string,
  isSafe: boolean,
): ((text: string) => boolean) | undefined {
  if (isSafe) {
    const native = new RegExp(pattern, flags.replaceAll(/[gy]/g, ''))
    return (text) => native.test(text)
  }
  const linear = attempt(() => RE2JS.compile(pattern, flagsOf(flags)))
  return linear && ((text) => linear.matcher(text).find())
}

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly summary: string }
  readonly attack?: { readonly pattern: string }
  readonly error?: unknown
}

interface Checker {
  checkSync(
    pattern: string,
    flags: string,
    options: { readonly timeout: number; readonly randomSeed: number },
  ): Diagnostics
}

async function loaded(): Promise<Checker> {
  // @ts-expect-error The build without native parts has no types.
  const { default: checker } = (await import('recheck/lib/browser.js')) as {
    readonly default: Checker
  }
  return checker
}
