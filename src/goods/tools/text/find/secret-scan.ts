import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { secretsIn } from '../../../../engines/dangers/secrets-in-text.ts'

const FINDINGS_MAX = 1_000

export default defineTool({
  route: 'POST /api/secret-scan',
  name: 'Secret scan',
  description:
    'Finds leaked API keys, access tokens, passwords and private keys in text or source code, without echoing them.',
  asks: [
    'are there leaked api keys or passwords in this source code',
    'scan a config file for hardcoded secrets and private keys',
    'did I leave a password in my code',
    'API keys in a repository',
    'leaked credentials',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    text: text(2 * MB).describe('Text or code, up to 2 MB.'),
  }),
  output: z.object({
    findings: z
      .array(
        z.object({
          rule: z.string().describe('Kind of secret, such as github or private-key.'),
          line: z.int().describe('Line number, from 1.'),
          column: z.int().describe('Column from 1, in UTF-16 code units.'),
          masked: z.string().describe('At most its first four characters; the rest is masked.'),
          confidence: z
            .enum(['high', 'medium', 'low'])
            .describe(
              'high: the format of a provider; medium: a name says so; low: random text or a sample.',
            ),
        }),
      )
      .describe(`In the order of the text, at most ${FINDINGS_MAX}.`),
    count: z.int().describe('Number of all findings.'),
    clean: z
      .boolean()
      .describe('Whether nothing was found. Unknown kinds of secrets are not detected.'),
  }),
  examples: [
    {
      input: { text: 'aws_key=AKIAIOSFODNN7EXAMPLE' },
      output: {
        findings: [
          {
            rule: 'aws-access-key-id',
            line: 1,
            column: 9,
            masked: 'AKIA****',
            confidence: 'low',
          },
        ],
        count: 1,
        clean: false,
      },
    },
    {
      input: { text: 'user: ada\npassword: "correct-Horse-7"' },
      output: {
        findings: [
          {
            rule: 'named-secret',
            line: 2,
            column: 12,
            masked: 'c****',
            confidence: 'medium',
          },
        ],
        count: 1,
        clean: false,
      },
    },
  ],

  async run({ text }) {
    const secrets = await secretsIn(text)
    let [line, lineStart] = [1, 0]
    const findings = secrets.slice(0, FINDINGS_MAX).map(({ rule, start, end, confidence }) => {
      for (let at = text.indexOf('\n', lineStart); at >= 0 && at < start;) {
        line += 1
        lineStart = at + 1
        at = text.indexOf('\n', lineStart)
      }
      const column = start - lineStart + 1
      return { rule, line, column, masked: masked(text.slice(start, end)), confidence }
    })
    return { findings, count: secrets.length, clean: secrets.length === 0 }
  },
})

const SHOWN_MAX = 4
/** For a shorter secret, only its first character is shown. */
const LONG = 20

const masked = (secret: string): string =>
  `${secret.slice(0, secret.length >= LONG ? SHOWN_MAX : 1)}****`
