import { z } from 'zod'
import { Fault } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { sites, type Visit } from '../../../net/sites.ts'
import { webUrl } from '../../../lib/web-url.ts'

const BYTES_MAX = 5 * 1024 * 1024

const Timing = z.object({
  dns: z.number().nullable().describe('Until the name was resolved.'),
  connect: z.number().describe('Until the connection stood.'),
  tls: z.number().nullable().describe('Until the TLS handshake was done.'),
  firstByte: z.number().describe('Until the first byte of the answer.'),
  total: z.number().describe('Until the end of the answer.'),
})

export default defineTool({
  route: 'GET /api/http-check',
  name: 'HTTP check',
  description:
    'Is a URL up? Status, timings per phase (DNS, connect, TLS, first byte) and optional content ' +
    'expectation.',
  asks: ['check if a website is up', 'measure the response time of a URL'],
  price: '$0.002',
  uses: { sites },
  input: z.object({
    url: webUrl().describe('The address that is to answer.'),
    method: z.enum(['GET', 'HEAD']).default('GET').describe('Request method.'),
    expectStatus: z
      .int()
      .min(100)
      .max(599)
      .optional()
      .describe('Status that it should answer; without it, any below 400.'),
    expectText: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Text that the body should contain, up to 1000 characters.'),
  }),
  output: z.object({
    url: z.url().describe('The address that was asked.'),
    up: z.boolean().describe('It answered with a status below 500.'),
    status: z.int().optional().describe('HTTP status.'),
    finalUrl: z.url().optional().describe('After redirects.'),
    timingMs: Timing.optional().describe('Of the last request, where redirects made several.'),
    bytes: z.int().optional().describe('Of the body as it reads, 5 MB at most.'),
    passed: z.boolean().describe('It is up, and as it was expected.'),
    problem: z.string().optional().describe('Why there was no answer; absent if there was one.'),
  }),
  examples: [
    { input: { url: 'https://example.com', expectStatus: 200 } },
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com:8443/' },
      output: {
        untrustedContent: true,
        url: 'https://example.com:8443/',
        up: false,
        passed: false,
        problem: 'example.com:8443 could not be connected to (ECONNREFUSED).',
        source: 'example.com:8443',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ url, method, expectStatus, expectText }, { sites }) {
    const visit = await sites.visit(url, { method, bytesMax: BYTES_MAX }).catch(troubleOf)
    if (typeof visit === 'string') return { url, up: false, passed: false, problem: visit }
    const up = visit.status < 500
    const problem = problemOf(visit, expectStatus, expectText)
    return {
      url,
      up,
      status: visit.status,
      finalUrl: visit.url,
      timingMs: visit.timingMs,
      bytes: visit.bytes.length,
      passed: problem === null,
      ...(problem === null ? {} : { problem }),
    }
  },
})

/** What is wrong with the site is the answer; what is wrong with the question is not. */
function troubleOf(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.code.startsWith('upstream_')) return thrown.message
  throw thrown
}

function problemOf(
  { status, bytes }: Visit,
  expectStatus: number | undefined,
  expectText: string | undefined,
): string | null {
  if (expectStatus !== undefined && status !== expectStatus)
    return `The status is ${status}, not ${expectStatus}.`
  if (expectStatus === undefined && status >= 400) return `The status is ${status}.`
  if (expectText !== undefined && !bytes.includes(expectText))
    return 'The body does not contain the expected text.'
  return null
}
