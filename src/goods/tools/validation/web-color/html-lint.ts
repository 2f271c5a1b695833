import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { MB, text } from '../../../../base/lib/fields.ts'

/** Each fault takes time, so a page is checked piece by piece, up to this number of elements. */
const ELEMENTS_MAX = 20_000

export default defineTool({
  route: 'POST /api/html-lint',
  name: 'HTML lint',
  description:
    'Faults of markup and accessibility in HTML that you supply, with line, column and rule.',
  asks: [
    'lint HTML markup and list its faults by line',
    'accessibility faults in the markup of an HTML page',
    'mistakes in my HTML',
    'is my page accessible',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    html: text(MB).describe('The page or a piece of it, up to 1 MB and 20,000 tags.'),
    profile: z
      .enum(['standard', 'a11y', 'recommended'])
      .default('standard')
      .describe(
        'standard: what the HTML standard forbids; a11y: accessibility; recommended: both and more.',
      ),
    limit: z.int().min(1).max(1_000).default(200).describe('Most faults to list, 1 to 1,000.'),
  }),
  output: z.object({
    problems: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(['error', 'warning']),
        message: z.string(),
        line: z.int(),
        column: z.int(),
        selector: z.string().nullable(),
      }),
    ),
    errors: z.int().describe('Number of all errors.'),
    warnings: z.int(),
    valid: z.boolean().describe('Whether there are no errors.'),
  }),
  examples: [
    {
      input: { html: '<img src="x">', profile: 'a11y' },
      output: {
        problems: [
          {
            rule: 'wcag/h37',
            severity: 'error',
            message: '<img> is missing required "alt" attribute',
            line: 1,
            column: 2,
            selector: 'img',
          },
        ],
        errors: 1,
        warnings: 0,
        valid: false,
      },
    },
    { input: { html: '<p>one<div>two</div></p>' } },
  ],

  async run({ html, profile, limit }) {
    if (html.split('<').length > ELEMENTS_MAX)
      throw badInput(`html: must have at most ${ELEMENTS_MAX} tags`)
    const { HtmlValidate, StaticConfigLoader } = await import('html-validate')
    const loader = new StaticConfigLoader({ root: true, extends: [`html-validate:${profile}`] })
    const report = await new HtmlValidate(loader).validateString(html)
    const messages = report.results.flatMap((result) => result.messages)
    const problems = messages.slice(0, limit).map((one) => ({
      rule: one.ruleId,
      severity: one.severity === 2 ? ('error' as const) : ('warning' as const),
      message: clipped(one.message, 300),
      line: one.line,
      column: one.column,
      selector: one.selector ?? null,
    }))
    const errors = messages.filter(({ severity }) => severity === 2).length
    return { problems, errors, warnings: messages.length - errors, valid: errors === 0 }
  },
})
