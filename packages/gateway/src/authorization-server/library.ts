/**
 * The parts of oidc-provider that are used here. Its index would complain on the console of each release of Node that has no long-term
 * support, at every start; the paths hold because the version is pinned exactly.
 */
import * as interactionPolicy from 'oidc-provider/lib/helpers/interaction_policy/index.js'

export { Provider } from 'oidc-provider/lib/provider.js'
export { interactionPolicy }
