import { siteverifyStandIn } from './_siteverify.ts'

export default siteverifyStandIn('UPSTREAM_TURNSTILE_URL', '/turnstile/v0/siteverify')
