// One loaded library with VST3 classes inside.
//
// Threads: the main thread alone. Real-time safety: none.
#pragma once

#include <pluginterfaces/base/ipluginbase.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace sounddesk::plugin {

/** A class of a module that processes audio. */
struct PluginClass {
  std::string id;  // 32 hex digits
  std::string name;
  std::string category;  // e.g. "Fx|EQ"
  std::string vendor;
  std::string version;
  std::string sdk_version;
};

class Module {
 public:
  /**
   * Loads the library, calls its entry function and asks for its factory.
   * @throws PluginFailure with the reason
   */
  static std::shared_ptr<Module> load(const std::filesystem::path &path, Steinberg::FUnknown *host_context);

  /** Releases the factory and calls the exit function; unloads the library unless it was set to stay. */
  ~Module();
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  Steinberg::IPluginFactory *factory() const noexcept { return factory_; }

  /** In the order of the factory; at most a thousand, whatever it claims to have. */
  std::vector<PluginClass> audio_classes() const;

 private:
  Module() = default;
  void open_library(const std::filesystem::path &path, const std::filesystem::path &file);
  void close_library() noexcept;
  void *symbol(const char *name) const noexcept;
  bool call_entry();
  void call_exit() noexcept;

  void *library_ = nullptr;
  // macOS: the bundle that the entry function is handed.
  void *bundle_ = nullptr;
  bool is_entered_ = false;
  Steinberg::IPtr<Steinberg::IPluginFactory> factory_;
};

}  // namespace sounddesk::plugin
