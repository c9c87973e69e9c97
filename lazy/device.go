package lazy

import "sync"

var deviceRefs sync.Map // string -> *DeviceRef

// deviceRef gives the one Ref of a device's name, so that equal copies are one node.
func deviceRef(name string) *DeviceRef {
	if r, ok := deviceRefs.Load(name); ok {
		return r.(*DeviceRef)
	}
	r, _ := deviceRefs.LoadOrStore(name, &DeviceRef{NewID(), name})
	return r.(*DeviceRef)
}
