// Opens files that anybody may have laid in a folder: a pipe or a device never makes us wait, and where it is asked
// for, a link does not lead elsewhere.
//
// Threads: any. Real-time safety: none.
#pragma once

#include <string>

namespace sounddesk {

enum class Links {
  followed,
  /** Neither the file nor the folder that holds it may be a link: for what a take names. */
  refused,
};

/**
 * A descriptor of a regular file. Throws FILE_NOT_FOUND, FILE_UNREADABLE (also for what is no regular file) or, where it
 * is to be written, FILE_UNWRITABLE; a file that is written must have no second name, through which another one would
 * change.
 */
int open_regular_file(const std::string &path, bool is_written, Links links);

}  // namespace sounddesk
