import { z } from 'zod'
import { Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { sites, type Visit } from '../../../../outside/net/sites.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'

const BYTES_MAX = 5 * 1024 * 1024

const Timing = z.object({
  dns: z.number().nullable().describe('Milliseconds until the name was resolved.'),
  connect: z.number().describe('Milliseconds until the connection was open.'),
  tls: z.number().nullable().describe('Milliseconds until the TLS handshake was done.'),
  firstByte: z.number().describe('Milliseconds until the first byte of the answer.'),
  total: z.number().describe('Milliseconds until the end of the answer.'),
})

export default defineTool({
  route: 'GET /api/http-check',
  name: 'HTTP check',
  description:
    'Is a URL up? Status, timings per phase (DNS, connect, TLS, first byte) and optional content ' +
    'expectation.',
  asks: [
    'check if a website is up',
    'measure the response time of a URL',
    'is the site down or is it me',
    'how fast does my server answer',
    'can people reach our shop',
    'uptime',
  ],
  price: '$0.002',
  uses: { sites },
  input: z.object({
    url: webUrl().describe('Address to check.'),
    method: z.enum(['GET', 'HEAD']).default('GET').describe('Request method.'),
    expectStatus: z
      .int()
      .min(100)
      .max(599)
      .optional()
      .describe('Expected status. Default: any below 400.'),
    expectText: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe('Text that the body must contain, up to 1000 characters.'),
  }),
  output: z.object({
    url: z.url().describe('The address that was asked.'),
    up: z.boolean().describe('Whether it answered with a status below 500.'),
    status: z.int().optional().describe('HTTP status.'),
    finalUrl: z.url().optional().describe('Address after redirects.'),
    timingMs: Timing.optional().describe('Times of the last request, if there were redirects.'),
    bytes: z.int().optional().describe('Size of the decoded body, 5 MB at most.'),
    passed: z.boolean().describe('Whether it is up and fulfils the expectations.'),
    problem: z.string().optional().describe('Why there was no answer; left out if there was one.'),
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

/** A problem of the site is an answer; a problem of the input is a fault. */
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
