import { standIn } from './define.ts'

/** As "List departments" of https://developers.greenhouse.io/job-board.html shows it. */
const ENGINEER = {
  absolute_url: 'https://stripe.com/jobs/search?gh_jid=6000001',
  internal_job_id: 3000001,
  location: { name: 'Remote in the US' },
  metadata: null,
  id: 6000001,
  updated_at: '2025-12-19T10:04:11-05:00',
  requisition_id: 'SE-1',
  title: 'Backend Engineer',
  first_published: '2025-11-03T09:00:00-05:00',
}

const COUNSEL = {
  absolute_url: 'https://stripe.com/jobs/search?gh_jid=6000002',
  location: { name: 'Dublin' },
  id: 6000002,
  updated_at: '2025-12-01T00:00:00Z',
  title: 'Legal Counsel',
}

const department = (id: number, name: string, jobs: readonly unknown[]) => ({
  id,
  name,
  parent_id: null,
  child_ids: [],
  jobs,
})

export default standIn({
  at: 'UPSTREAM_GREENHOUSE_URL',
  answer({ path }) {
    if (path !== '/v1/boards/stripe/departments')
      return Response.json({ status: 404, error: 'Job board not found' }, { status: 404 })
    return {
      departments: [
        department(1, 'Engineering', [ENGINEER]),
        department(2, 'Platform', [ENGINEER]),
        department(0, 'No Department', [COUNSEL]),
        department(3, 'Empty', []),
      ],
    }
  },
})
