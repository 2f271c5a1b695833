import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { hcaptcha } from '../../../../capabilities/upstreams/hcaptcha.ts'
import { recaptcha } from '../../../../capabilities/upstreams/recaptcha.ts'
import { turnstile } from '../../../../capabilities/upstreams/turnstile.ts'

export default defineTool({
  route: 'POST /api/captcha-verify',
  name: 'Captcha response verification',
  description: 'Verify a Turnstile, hCaptcha or reCAPTCHA response on the server side.',
  asks: [
    'verify a Cloudflare Turnstile response with my secret',
    'siteverify for hCaptcha and reCAPTCHA',
    'is the reCAPTCHA token that my form got genuine',
    'check a Turnstile response',
  ],
  price: '$0.002',
  uses: { turnstile, hcaptcha, recaptcha },
  input: z.object({
    provider: z.enum(['turnstile', 'hcaptcha', 'recaptcha']).describe('Provider of the widget.'),
    secret: line(500)
      .min(1)
      .describe('Your secret at the provider; it is sent to the provider and never stored.'),
    response: line(8_000).min(1).describe('Response of the widget; good for one verification.'),
    remoteIp: z.union([z.ipv4(), z.ipv6()]).optional().describe('IP address of the visitor.'),
  }),
  output: z.object({
    success: z.boolean(),
    score: z
      .number()
      .nullable()
      .describe('Score from 0 (bot) to 1 (human), for reCAPTCHA v3 only.'),
    hostname: z.string().nullable().describe('Site on which the challenge was solved.'),
    action: z.string().nullable(),
    challengeIso: z.string().nullable().describe('Time at which the challenge was solved.'),
    errors: z.array(z.string()).describe('Error codes of the provider.'),
  }),
  examples: [
    {
      input: {
        provider: 'turnstile',
        secret: '1x0000000000000000000000000000000AA',
        response: 'XXXX.DUMMY.TOKEN.XXXX',
      },
    },
    {
      input: {
        provider: 'hcaptcha',
        secret: '0x0000000000000000000000000000000000000000',
        response: '10000000-aaaa-bbbb-cccc-000000000001',
      },
    },
    { input: { provider: 'recaptcha', secret: 'a-secret', response: 'a-response' } },
  ],

  async run({ provider, secret, response, remoteIp }, providers) {
    const found = await providers[provider].verify(secret, response, remoteIp)
    return {
      success: found.success,
      score: found.score ?? null,
      hostname: found.hostname,
      action: found.action,
      challengeIso: found.challenge_ts,
      errors: found['error-codes'],
    }
  },
})
