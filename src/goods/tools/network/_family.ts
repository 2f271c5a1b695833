import { defineFamily } from '../../../base/core/tool.ts'

export default defineFamily({
  title: 'Network and domains',
  description: 'Names, addresses, certificates and servers of the internet.',
})
