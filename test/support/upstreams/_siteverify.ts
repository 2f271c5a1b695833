import { standIn } from './define.ts'

/**
 * developers.cloudflare.com/turnstile/get-started/server-side-validation, docs.hcaptcha.com and
 * developers.google.com/recaptcha/docs/verify: form in, JSON out.
 */
export const siteverifyStandIn = (at: string, path: string, score?: number) =>
  standIn({
    at,
    answer(asked) {
      if (asked.path !== path || asked.method !== 'POST') return undefined
      const form = new URLSearchParams(asked.body)
      if (form.get('secret') === 'wrong')
        return { success: false, 'error-codes': ['invalid-input-secret'] }
      if (form.get('response') === 'old')
        return { success: false, 'error-codes': ['timeout-or-duplicate'] }
      return {
        success: true,
        challenge_ts: '2026-02-28T15:14:30.096Z',
        hostname: 'example.com',
        'error-codes': [],
        ...(score !== undefined && { score, action: 'login' }),
      }
    },
  })
