import type { Matcher } from 're2js'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { compiledPattern, FLAG_LETTERS, flagsOf } from '../../../../base/lib/linear-pattern.ts'

const ANSWER_CHARACTERS_MAX = 4_000_000

export default defineTool({
  route: 'POST /api/regex',
  name: 'Regex',
  description:
    'Runs a regular expression in linear time: all matches with their groups, or a replacement.',
  asks: [
    'extract all regex matches with capture groups',
    'regex search and replace in a text',
    'find all matches of a pattern',
    'extract with a pattern',
    'test a regex',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    pattern: z
      .string()
      .min(1)
      .max(2_000)
      .describe(
        'Pattern in RE2 syntax, up to 2000 characters: no look-around, no back references.',
      ),
    text: text(MB).describe('The text to search, up to 1 MB.'),
    flags: z
      .string()
      .regex(FLAG_LETTERS, { error: 'must be letters of g, i, m, s, u, each once' })
      .default('g')
      .describe('g all matches, i any case, m lines, s dot matches line feeds; u changes nothing.'),
    replace: z
      .string()
      .max(10_000)
      .optional()
      .describe(
        'What each match becomes; $1 or ${name} is a group, $& the match, $$ a dollar sign.',
      ),
    limit: z.int().min(1).max(10_000).default(1_000).describe('Most matches listed, 1 to 10000.'),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        match: z.string(),
        index: z.int().describe('From 0, in UTF-16 code units.'),
        groups: z
          .array(z.string().nullable())
          .describe('Groups; null for a group that took no part.'),
        named: z.record(z.string(), z.string().nullable()),
      }),
    ),
    count: z.int().describe('Number of all matches, also those beyond limit.'),
    replaced: z.string().optional().describe('The text with its matches replaced.'),
  }),
  examples: [
    {
      input: { pattern: '(\\d+)-(\\d+)', text: '10-20 30-40' },
      output: {
        matches: [
          { match: '10-20', index: 0, groups: ['10', '20'], named: {} },
          { match: '30-40', index: 6, groups: ['30', '40'], named: {} },
        ],
        count: 2,
      },
    },
    {
      input: {
        pattern: '(?<first>\\w+) (?<last>\\w+)',
        text: 'Ada Lovelace',
        replace: '${last}, $1',
      },
      output: {
        matches: [
          {
            match: 'Ada Lovelace',
            index: 0,
            groups: ['Ada', 'Lovelace'],
            named: { first: 'Ada', last: 'Lovelace' },
          },
        ],
        count: 1,
        replaced: 'Lovelace, Ada',
      },
    },
  ],

  run({ pattern, text, flags, replace, limit }) {
    const compiled = compiledPattern('pattern', pattern, flagsOf(flags))
    const names = Object.keys(compiled.namedGroups())
    const matcher = compiled.matcher(text)
    const matches: RegexMatch[] = []
    const parts: string[] = []
    let [count, end, length] = [0, 0, 0]
    while (matcher.find()) {
      count += 1
      const found = foundBy(matcher, names)
      if (matches.length < limit) matches.push(found)
      if (replace !== undefined) {
        const part = text.slice(end, found.index) + replacement(replace, found)
        parts.push(part)
        length += part.length
        if (length > ANSWER_CHARACTERS_MAX)
          throw badInput(`replace: must make at most ${ANSWER_CHARACTERS_MAX} characters`)
        end = matcher.end()
      }
      if (!flags.includes('g')) break
    }
    const replaced = replace === undefined ? {} : { replaced: parts.join('') + text.slice(end) }
    return { matches, count, ...replaced }
  },
})

interface RegexMatch {
  readonly match: string
  readonly index: number
  readonly groups: readonly (string | null)[]
  readonly named: Readonly<Record<string, string | null>>
}

const foundBy = (matcher: Matcher, names: readonly string[]): RegexMatch => ({
  match: matcher.group() ?? '',
  index: matcher.start(),
  groups: Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? null),
  named: Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? null])),
})

const replacement = (template: string, { match, groups, named }: RegexMatch): string =>
  template.replaceAll(/\$(?:(\$)|(&)|(\d{1,2})|\{(\w+)\}|<(\w+)>)/g, (whole, ...found) => {
    const [dollar, all, number, braced, angled] = found as (string | undefined)[]
    if (dollar !== undefined) return '$'
    if (all !== undefined) return match
    const name = braced ?? angled
    if (name !== undefined && Object.hasOwn(named, name)) return named[name] ?? ''
    const index = Number(number ?? name)
    if (index === 0) return match
    if (index <= groups.length) return groups[index - 1] ?? ''
    throw badInput(`replace: must name groups of the pattern, not ${String(whole)}`)
  })
