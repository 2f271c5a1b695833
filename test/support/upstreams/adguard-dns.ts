import { dohStandIn } from './_doh.ts'

export default dohStandIn('UPSTREAM_ADGUARD_DNS_URL', { 'cloudflare.com A': [[1, '192.0.2.1']] })
