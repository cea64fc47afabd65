// A VST3 factory for the test plug-ins: a list of classes. One per module.
#pragma once

#include <pluginterfaces/base/ipluginbase.h>
#include <pluginterfaces/vst/ivstaudioprocessor.h>
#include <pluginterfaces/vst/ivsteditcontroller.h>

#include <cstring>
#include <vector>

#if defined(_WIN32)
#define SD_EXPORT extern "C" __declspec(dllexport)
#else
#define SD_EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace sdtest {

using namespace Steinberg;

struct TestClass {
  TUID id;
  const char *category;
  const char *name;
  const char *sub_categories;
  FUnknown *(*create)();
};

/** The ids of all test plug-ins differ in these two numbers only. */
#define SD_TEST_ID(module, number) INLINE_UID(0x5D7E5700, module, 0x50554C47, number)

class TestFactory : public IPluginFactory2 {
 public:
  explicit TestFactory(std::vector<TestClass> classes) : classes_(std::move(classes)) {}
  virtual ~TestFactory() = default;

  tresult PLUGIN_API getFactoryInfo(PFactoryInfo *info) override {
    *info = PFactoryInfo("SoundDesk tests", "https://sounddesk.invalid", "tests@sounddesk.invalid", 0);
    return kResultOk;
  }
  int32 PLUGIN_API countClasses() override { return static_cast<int32>(classes_.size()); }
  tresult PLUGIN_API getClassInfo(int32 index, PClassInfo *info) override {
    if (index < 0 || static_cast<std::size_t>(index) >= classes_.size()) return kInvalidArgument;
    const TestClass &found = classes_[static_cast<std::size_t>(index)];
    *info = PClassInfo(found.id, PClassInfo::kManyInstances, found.category, found.name);
    return kResultOk;
  }
  tresult PLUGIN_API getClassInfo2(int32 index, PClassInfo2 *info) override {
    if (index < 0 || static_cast<std::size_t>(index) >= classes_.size()) return kInvalidArgument;
    const TestClass &found = classes_[static_cast<std::size_t>(index)];
    *info = PClassInfo2(found.id, PClassInfo::kManyInstances, found.category, found.name, 0, found.sub_categories,
                        "SoundDesk tests", "1.0.0", kVstVersionString);
    return kResultOk;
  }
  tresult PLUGIN_API createInstance(FIDString cid, FIDString iid, void **object) override {
    *object = nullptr;
    for (const TestClass &found : classes_) {
      if (std::memcmp(found.id, cid, sizeof(TUID)) != 0) continue;
      FUnknown *created = found.create();
      const tresult result = created->queryInterface(iid, object);
      created->release();
      return result;
    }
    return kNoInterface;
  }

  tresult PLUGIN_API queryInterface(const TUID iid, void **object) override {
    const bool is_known = FUnknownPrivate::iidEqual(iid, FUnknown::iid) ||
                          FUnknownPrivate::iidEqual(iid, IPluginFactory::iid) ||
                          FUnknownPrivate::iidEqual(iid, IPluginFactory2::iid);
    *object = is_known ? this : nullptr;
    return is_known ? kResultOk : kNoInterface;
  }
  uint32 PLUGIN_API addRef() override { return 1000; }
  uint32 PLUGIN_API release() override { return 1000; }

 private:
  std::vector<TestClass> classes_;
};

}  // namespace sdtest

// The entry functions of a module, by the names that its system has for them.
#if defined(_WIN32)
#define SD_MODULE_ENTRY() SD_EXPORT bool InitDll()
#define SD_MODULE_EXIT() SD_EXPORT bool ExitDll()
#else
#define SD_MODULE_ENTRY() SD_EXPORT bool ModuleEntry(void *)
#define SD_MODULE_EXIT() SD_EXPORT bool ModuleExit()
#endif
#define SD_TEST_MODULE_ENTRY           \
  SD_MODULE_ENTRY() { return true; }   \
  SD_MODULE_EXIT() { return true; }
