import { siteverifyStandIn } from './_siteverify.ts'

export default siteverifyStandIn('UPSTREAM_HCAPTCHA_URL', '/siteverify')
