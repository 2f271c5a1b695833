import { siteverify } from './_siteverify.ts'

export const hcaptcha = siteverify({
  name: 'hcaptcha',
  title: 'hCaptcha',
  terms: 'https://docs.hcaptcha.com/',
  base: 'https://api.hcaptcha.com',
  path: '/siteverify',
})
