/** Failures of the connection. */
export const connection = {
  unreachable: 'The server can’t be reached. Check your connection and try again.',
  downloadInterrupted: 'The download was interrupted. Try again.',
  uploadFailed: 'The image could not be uploaded. Check your connection and try again.',
  viewMissing: 'This part can’t be loaded without a connection.',
};
