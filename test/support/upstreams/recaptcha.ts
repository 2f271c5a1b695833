import { siteverifyStandIn } from './_siteverify.ts'

export default siteverifyStandIn('UPSTREAM_RECAPTCHA_URL', '/recaptcha/api/siteverify', 0.9)
