/** What a failure of the native addon carries as its `code`. */
export type AddonErrorCode =
  | 'BAD_OPTION'
  | 'FILE_NOT_FOUND'
  | 'FILE_EMPTY'
  | 'FILE_UNREADABLE'
  | 'FILE_UNWRITABLE'
  | 'FILE_BEYOND_LIMITS'
  | 'FORMAT_UNSUPPORTED'
  | 'DISK_FULL'
  | 'CANCELLED'
  | 'DEVICE_NOT_FOUND'
  | 'DEVICE_UNAVAILABLE'
  | 'DEVICE_LOST';
