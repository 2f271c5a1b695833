import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sites } from '../../../../outside/net/sites.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { securityChecks, VERDICTS } from './_security.ts'

export default defineTool({
  route: 'GET /api/security-headers',
  name: 'Security headers',
  description:
    'Graded security headers of a live page: CSP, HSTS, framing, MIME sniffing, referrer and ' +
    'permissions policy, with a fix for each.',
  asks: [
    'check the security headers of a website',
    'does my site send HSTS and a content security policy',
    'is my website hardened',
    'missing HSTS or CSP',
    'grade of the headers',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({ url: webUrl().describe('The page; redirects are followed.') }),
  output: z.object({
    url: z.url().describe('The page that was judged, after redirects.'),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']).describe('Grade, A to F.'),
    score: z.int().min(0).max(100).describe('0 to 100.'),
    checks: z
      .array(
        z.object({
          header: z.string().describe('Name of the header.'),
          present: z.boolean().describe('Whether the header is sent.'),
          value: z.string().nullable().describe('Its value; null if it is not sent.'),
          verdict: z.enum(VERDICTS).describe('good, weak, missing or bad.'),
          fix: z.string().nullable().describe('What to set; null if nothing needs a change.'),
        }),
      )
      .describe('One row for each header.'),
  }),
  examples: [{ input: { url: 'https://example.com' } }],

  async run({ url }, { sites }) {
    const visit = await sites.visit(url)
    const isTls = visit.url.startsWith('https:')
    const checks = securityChecks(visit.headers, isTls)
    const score = checks.reduce((sum, { points }) => sum + points, 0)
    return {
      url: visit.url,
      grade: gradeOf(score),
      score,
      checks: checks.map(({ points: _points, ...check }) => check),
    }
  },
})

const gradeOf = (score: number) =>
  score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 55 ? 'C' : score >= 35 ? 'D' : 'F'
