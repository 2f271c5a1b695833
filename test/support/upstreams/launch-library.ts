import { standIn } from './define.ts'

/** Launches as https://ll.thespacedevs.com/docs/ (2.3.0, mode=normal) describes them. */
const VULCAN = {
  id: 'cd199e27-63cd-409c-817c-5c38039b17cd',
  url: 'https://ll.thespacedevs.com/2.3.0/launches/cd199e27-63cd-409c-817c-5c38039b17cd/',
  name: 'Vulcan VC2S | Certification Flight 3',
  response_mode: 'normal',
  slug: 'vulcan-vc2s-certification-flight-3',
  launch_designator: null,
  status: { id: 1, name: 'Go for Launch', abbrev: 'Go', description: 'Current T-0 confirmed.' },
  last_updated: '2025-12-30T12:57:32Z',
  net: '2026-01-04T10:00:00Z',
  net_precision: { id: 1, name: 'Minute', abbrev: 'MIN', description: 'Accurate to the minute.' },
  window_end: '2026-01-04T13:00:00Z',
  window_start: '2026-01-04T10:00:00Z',
  launch_service_provider: { id: 124, name: 'United Launch Alliance', abbrev: 'ULA' },
  rocket: { id: 8000, configuration: { id: 520, name: 'Vulcan', full_name: 'Vulcan VC2S' } },
  mission: {
    id: 6632,
    name: 'Certification Flight 3',
    type: 'Test',
    description: 'A test flight.',
  },
  pad: {
    id: 29,
    name: 'Space Launch Complex 41',
    location: { id: 12, name: 'Cape Canaveral SFS, FL, USA', timezone_name: 'America/New_York' },
  },
}

const LATER = {
  ...VULCAN,
  name: 'Ariane 64 | Payload',
  status: { id: 2, name: 'To Be Determined', abbrev: 'TBD' },
  net: '2026-06-30T00:00:00Z',
  net_precision: { id: 8, name: 'Quarter 2', abbrev: 'Q2' },
  window_start: '2026-06-30T00:00:00Z',
  window_end: '2026-06-30T00:00:00Z',
  launch_service_provider: { id: 115, name: 'Arianespace' },
  rocket: { id: 1, configuration: { full_name: 'Ariane 64' } },
  mission: null,
  pad: { id: 2, name: 'Ariane Launch Area 4', location: { name: 'Guiana Space Centre' } },
}

export default standIn({
  at: 'UPSTREAM_LAUNCH_LIBRARY_URL',
  answer({ path, query }) {
    if (path !== '/2.3.0/launches/upcoming/' || query.get('mode') !== 'normal') return undefined
    return { count: 312, next: null, previous: null, results: [VULCAN, LATER] }
  },
})
