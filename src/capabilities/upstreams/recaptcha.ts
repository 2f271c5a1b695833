import { siteverify } from './_siteverify.ts'

export const recaptcha = siteverify({
  name: 'recaptcha',
  title: 'Google reCAPTCHA',
  terms: 'https://developers.google.com/recaptcha/docs/verify',
  base: 'https://www.google.com',
  path: '/recaptcha/api/siteverify',
})
