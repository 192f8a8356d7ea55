/** `DATABASE_REPLICA_URL` names a database that can never be a replica. The message says why. */
export class ReplicaRefused extends Error {
  override readonly name = 'ReplicaRefused'
}
