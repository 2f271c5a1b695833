import { siteverify } from './_siteverify.ts'

export const turnstile = siteverify({
  name: 'turnstile',
  title: 'Cloudflare Turnstile',
  terms: 'https://developers.cloudflare.com/turnstile/get-started/server-side-validation/',
  base: 'https://challenges.cloudflare.com',
  path: '/turnstile/v0/siteverify',
})
