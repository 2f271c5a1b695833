import { dohStandIn } from './_doh.ts'

export default dohStandIn('UPSTREAM_CLOUDFLARE_DNS_URL')
