import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'JWT forensics',
  tagline: 'What a token says, whether its signature holds and how long it lives.',
  asks: [
    'JWT forensics: what the token says, whether it holds, how long it lives',
    'forensics of a token: does it hold and how long does it live',
  ],
  input: z.object({
    token: z.string().min(1).max(32_768).describe('The token, up to 32768 characters.'),
    key: z
      .string()
      .min(1)
      .max(32_768)
      .describe('The shared secret, or a public key or certificate as PEM or JWK.'),
  }),
  secrets: ['token', 'key'],
  steps: [
    { tool: 'jwt-decode', input: ({ token }) => ({ token }) },
    { tool: 'jwt-verify', input: ({ token, key }) => ({ token, key }) },
    {
      tool: 'relative-time',
      after: ['jwt-decode'],
      input(_given, results) {
        const time = textAt(results['jwt-decode'], 'expiresIso')
        return time === null ? null : { time }
      },
    },
  ],
  examples: [
    {
      at: '2026-01-02T00:00:00Z',
      input: {
        token:
          'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxIiwibmFtZSI6IkFkYSIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjo0MTAyNDQ0ODAwfQ.x2MEKh2pfCuv1-ALDEkFZMwi-g0G9PR8CNsq4nbDp9I',
        key: 'secret-of-at-least-32-bytes-long!!',
      },
    },
  ],
})
