import { z } from 'zod'
import { fact, listOf, moment } from './_facts.ts'
import { defineUpstream } from './define.ts'

/** The answer of every captcha provider to the server of a site. */
const Verdict = z.object({
  success: z.boolean(),
  score: z.number().nullish(),
  hostname: fact,
  action: fact,
  challenge_ts: moment,
  'error-codes': listOf(z.string()),
})

export type CaptchaVerdict = z.output<typeof Verdict>

interface Provider {
  readonly name: string
  readonly title: string
  readonly terms: string
  readonly base: string
  readonly path: string
}

/** The caller's own secret is sent on and never kept. */
export const siteverify = ({ path, ...provider }: Provider) =>
  defineUpstream({
    ...provider,
    texts: 'own',
    limits: { timeoutMs: 10_000, bytesMax: 50_000 },
    api: (http) => ({
      async verify(secret: string, response: string, remoteip: string | undefined) {
        const form = new URLSearchParams({ secret, response, ...(remoteip && { remoteip }) })
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        return http.json(path, Verdict, { method: 'POST', text: form.toString(), headers })
      },
    }),
  })
